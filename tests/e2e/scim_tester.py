"""Checks the server at SCIM_CLI_URL, and prints what it found as JSON."""

import json
import os

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

http = Client(base_url=os.environ["SCIM_CLI_URL"], headers={"Authorization": f"Bearer {os.environ['SCIM_TOKEN']}"})
results = check_server(SyncSCIMClient(http))
print(
    json.dumps(
        [
            {
                "status": result.status.name,
                "title": result.title,
                "resource_type": result.resource_type,
                "reason": result.reason,
            }
            for result in results
        ]
    )
)
