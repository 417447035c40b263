"""The same work with aiohttp.

Usage: aiohttp-client.py get|json|stream URL IN-FLIGHT REQUESTS
"""
import asyncio
import json
import sys

import aiohttp


async def main(verb, url, in_flight, total):
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=in_flight)) as session:
        async def send(share):
            for _ in range(share):
                async with session.get(url) as response:
                    if verb == "stream":
                        async for _ in response.content.iter_any():
                            pass
                        continue
                    body = await response.read()
                    if response.status != 200 or verb == "json" and len(json.loads(body)) != 16:
                        sys.exit(f"aiohttp-client: status {response.status}, {len(body)} bytes")

        shares = [total // in_flight + (worker < total % in_flight) for worker in range(in_flight)]
        await asyncio.gather(*map(send, shares))


verb, url, in_flight, total = sys.argv[1:]
asyncio.run(main(verb, url, int(in_flight), int(total)))
