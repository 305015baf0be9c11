"""langchain-mcp-adapters: its argument is the URL of /mcp. It refuses prompts that hold more than text."""

import asyncio
import json
import sys

from langchain_mcp_adapters.client import MultiServerMCPClient


async def main(url):
    client = MultiServerMCPClient({"reviews": {"transport": "http", "url": url}})
    tools = await client.get_tools()
    trend = next(tool for tool in tools if tool.name == "get_trend")
    answer = await trend.ainvoke({"months": 2})
    prompts = [
        await client.get_prompt("reviews", name, arguments=arguments)
        for name, arguments in (
            ("monthly_report", {}),
            ("reply_to_critical_reviews", {}),
            ("right_for_my_problem", {"problem": "late"}),
        )
    ]
    print(json.dumps({"tools": [tool.name for tool in tools], "answered": bool(answer), "prompts": len(prompts)}))


asyncio.run(main(*sys.argv[1:]))
