# Asks by two AuthZEN clients that we did not write, and prints what each understood (tests/e2e/authzen-python.test.ts).
import asyncio
import json
import os

import httpx
from apparitor.client import AuthZENClient
from apparitor.config import ScannerConfig
from apparitor.models import BatchEvaluationRequest, EvaluationRequest
from decern import Client as DecernClient, DecernError

issuer, token = os.environ["ISSUER"], os.environ["TOKEN"]
subject = {"type": "user", "id": os.environ["USER_ID"]}
resource = {"type": "organization", "id": os.environ["ORGANIZATION_ID"]}


def action(name: str) -> dict:
    return {"name": name, "properties": {"resource": "https://api.example.com/orders"}}


async def by_apparitor() -> list:
    config = ScannerConfig(pdp_url=issuer, allow_insecure_pdp=True)
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http:
        client = AuthZENClient(config, http_client=http)
        single = EvaluationRequest(subject=subject, action=action("orders:read"), resource=resource)
        several = BatchEvaluationRequest(
            subject=subject,
            resource=resource,
            evaluations=[{"action": action("orders:read")}, {"action": action("orders:write")}, {"action": action("x")}],
            options={"evaluations_semantic": "deny_on_first_deny"},
        )
        answer = await client.evaluate(single)
        answers = await client.evaluate_batch(several)
        return [answer.decision, [item.decision for item in answers.evaluations]]


def by_decern() -> list:
    client = DecernClient(issuer, token=token)
    read = client.evaluate(subject, {"name": "invoice.read"}, resource)
    approve = client.evaluate(subject, {"name": "invoice.approve"}, resource, {"acr": "urn:vestibule:acr:mail"})
    try:
        DecernClient(issuer, token="x").evaluate(subject, {"name": "invoice.read"}, resource)
        refused = None
    except DecernError as error:
        refused = [error.status_code, json.loads(error.body)]
    return [read.allowed, approve.allowed, approve.context, refused]


print(json.dumps({"apparitor": asyncio.run(by_apparitor()), "decern": by_decern()}))
