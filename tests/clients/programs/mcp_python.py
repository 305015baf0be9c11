"""Python's mcp in both lives of the protocol: with a session, and of revision 2026-07-28. The argument is the URL of /mcp."""

import asyncio
import json
import sys

from mcp import Client


def examples(schema):
    """The arguments that the schema gives as examples."""
    return {name: of["examples"][0] for name, of in schema.get("properties", {}).items() if "examples" in of}


async def report(url, mode):
    async with Client(url, mode=mode) as client:
        tools = (await client.list_tools()).tools
        answered = []
        for tool in tools:
            required = set(tool.input_schema.get("required", []))
            given = {name: value for name, value in examples(tool.input_schema).items() if name in required}
            answer = await client.call_tool(tool.name, given)
            assert not answer.is_error, (tool.name, answer)
            assert answer.structured_content is not None, tool.name
            answered.append(tool.name)
        refused = await client.call_tool("get_trend", {"offset": 1})
        resources = [str(resource.uri) for resource in (await client.list_resources()).resources]
        document = await client.read_resource("reviews://reviews.json")
        prompt = await client.get_prompt("monthly_report")
        return {
            "tools": [tool.name for tool in tools],
            "answered": answered,
            "refused": refused.is_error,
            "resources": len(resources),
            "reviews": len(json.loads(document.contents[0].text)["reviews"]),
            "prompt": sorted({message.content.type for message in prompt.messages}),
        }


async def main(url):
    print(json.dumps([await report(url, mode) for mode in ("legacy", "2026-07-28")]))


asyncio.run(main(*sys.argv[1:]))
