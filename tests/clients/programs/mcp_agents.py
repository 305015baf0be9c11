"""fastmcp, pydantic-ai, openai-agents and google-genai: the argument is the URL of /mcp."""

import asyncio
import json
import sys

from agents.mcp import MCPServerStreamableHttp, MCPUtil
from fastmcp import Client
from google.genai import _mcp_utils
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.test import TestModel


async def fastmcp(url):
    async with Client(url) as client:
        tools = [tool.name for tool in await client.list_tools()]
        found = await client.call_tool("search_reviews", {"rating": 1, "limit": 2})
        refused = await client.call_tool("search_reviews", {"stars": 1}, raise_on_error=False)
        resources = len(await client.list_resources())
        return {
            "tools": tools,
            "returned": found.structured_content["returned"],
            "refused": refused.is_error,
            "resources": resources,
        }


async def pydantic_ai(url):
    model = TestModel(call_tools=["get_trend", "rank_subjects"])
    answer = await Agent(model, toolsets=[MCPToolset(url)]).run("Which way does it go?")
    offered = [tool.name for tool in model.last_model_request_parameters.function_tools]
    return {"tools": offered, "answered": sorted(json.loads(answer.output))}


async def openai_agents(url):
    async with MCPServerStreamableHttp(params={"url": url}) as server:
        tools = await server.list_tools()
        # A tool without arguments has nothing to be strict about.
        lax = [
            tool.name
            for tool in tools
            if (tool.input_schema or {}).get("properties")
            and not MCPUtil.to_function_tool(tool, server, convert_schemas_to_strict=True).strict_json_schema
        ]
        answer = await server.call_tool("get_subject", {"kind": "technician", "name": "Gus"})
        return {"tools": [tool.name for tool in tools], "lax": lax, "answered": not answer.is_error}


async def google_genai(url):
    async with Client(url) as client:
        converted = [_mcp_utils.mcp_to_gemini_tool(tool) for tool in await client.list_tools()]
        return {"tools": [tool.function_declarations[0].name for tool in converted]}


async def main(url):
    print(json.dumps([await of(url) for of in (fastmcp, pydantic_ai, openai_agents, google_genai)]))


asyncio.run(main(*sys.argv[1:]))
