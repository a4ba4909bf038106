"""A program on a person's machine: `client.py mcp|fastmcp RESOURCE PORT`, and its identity as JSON on standard input.

It opens the page to sign in by $BROWSER, calls two tools, and prints what they answered.
"""
import asyncio
import json
import sys
import webbrowser
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlparse

library, resource, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
# Either a client_id, a URL of a metadata document, or neither: then it registers.
identity = json.load(sys.stdin)
host = "127.0.0.1" if "client_id" in identity else "localhost"


async def use_tools(client) -> dict:
    """The clients of both libraries have the same methods."""
    added = await client.call_tool("add_note", {"text": f"From {library}"})
    listed = await client.call_tool("list_notes", {})
    return {"added": added.content[0].text, "listed": [part.text for part in listed.content]}


async def with_fastmcp() -> dict:
    from fastmcp import Client
    from fastmcp.client.auth import OAuth

    auth = OAuth(
        callback_port=port,
        callback_host=host,
        client_id=identity.get("client_id"),
        client_metadata_url=identity.get("document"),
        scopes=["notes:read", "notes:write"],
        # What is registered is for a client without a secret.
        additional_client_metadata={"token_endpoint_auth_method": "none"},
    )
    async with Client(resource, auth=auth) as client:
        return await use_tools(client)


def one_callback() -> dict:
    """What the provider answers to the redirect URI."""
    answers = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answers.append({name: values[0] for name, values in parse_qs(urlparse(self.path).query).items()})
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"You can close this window.")

        def log_message(self, *_) -> None:
            pass

    with HTTPServer(("127.0.0.1", port), Handler) as server:
        while not answers:
            server.handle_request()
    return answers[0]


class Storage:
    def __init__(self, client) -> None:
        self.client, self.tokens = client, None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens) -> None:
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client) -> None:
        self.client = client


async def with_sdk() -> dict:
    import httpx2
    from mcp import Client
    from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata

    metadata = {
        "client_name": "Notes Agent",
        "redirect_uris": [f"http://{host}:{port}/callback"],
        "token_endpoint_auth_method": "none",
        "scope": "notes:read notes:write",
    }
    known = {"client_id": identity["client_id"], **metadata} if "client_id" in identity else None
    # The page may be answered before anybody waits for it.
    callback = None

    async def redirect(url: str) -> None:
        nonlocal callback
        callback = asyncio.create_task(asyncio.to_thread(one_callback))
        await asyncio.to_thread(webbrowser.open, url)

    async def answer() -> AuthorizationCodeResult:
        return AuthorizationCodeResult.model_validate(await callback)

    auth = OAuthClientProvider(
        server_url=resource,
        client_metadata=OAuthClientMetadata.model_validate(metadata),
        storage=Storage(known and OAuthClientInformationFull.model_validate(known)),
        redirect_handler=redirect,
        callback_handler=answer,
        client_metadata_url=identity.get("document"),
    )
    async with httpx2.AsyncClient(auth=auth, follow_redirects=True, timeout=60) as http:
        async with Client(streamable_http_client(resource, http_client=http)) as client:
            return await use_tools(client)


print(json.dumps(asyncio.run(with_fastmcp() if library == "fastmcp" else with_sdk())), flush=True)
