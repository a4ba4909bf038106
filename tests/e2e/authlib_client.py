"""A relying party with Authlib: prints the authorization URL, reads the callback from standard input, prints userinfo."""
import json
import sys

from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import jwt
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import OpenIDProviderMetadata
import requests

issuer, client_id, client_secret, redirect_uri = sys.argv[1:5]
metadata = requests.get(f"{issuer}/.well-known/openid-configuration", timeout=10).json()
OpenIDProviderMetadata(metadata).validate()
AuthorizationServerMetadata(requests.get(f"{issuer}/.well-known/oauth-authorization-server", timeout=10).json()).validate()
session = OAuth2Session(client_id, client_secret, scope="openid profile email", redirect_uri=redirect_uri, code_challenge_method="S256")
verifier = "a" * 64
url, state = session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier, nonce="the-nonce")
print(url, flush=True)
callback = sys.stdin.readline().strip()
token = session.fetch_token(metadata["token_endpoint"], authorization_response=callback, code_verifier=verifier, state=state)
keys = requests.get(metadata["jwks_uri"], timeout=10).json()
claims = jwt.decode(token["id_token"], keys, claims_cls=CodeIDToken, claims_options={"iss": {"value": issuer}, "aud": {"value": client_id}})
claims.validate()
assert claims["nonce"] == "the-nonce"
token = session.refresh_token(metadata["token_endpoint"], refresh_token=token["refresh_token"])
print(json.dumps(session.get(metadata["userinfo_endpoint"]).json()), flush=True)
