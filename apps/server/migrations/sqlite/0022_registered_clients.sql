-- Clients that register themselves (RFC 7591), and the tokens that allow it. What they hold is looked up by the client
-- alone, so only their grants and consents are indexed by it.
CREATE TABLE "registered_client" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "metadata" TEXT NOT NULL,
    "secret_digest" TEXT,
    "access_digest" TEXT,
    "fingerprint" TEXT NOT NULL,
    "initial_token_id" TEXT,
    "first_party" BOOLEAN NOT NULL,
    "require_pkce" BOOLEAN NOT NULL,
    "network" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "used_at" DATETIME,
    "disabled_at" DATETIME,
    "listed_at" DATETIME
);
CREATE INDEX "registered_client_fingerprint_created_at_idx" ON "registered_client"("fingerprint", "created_at");
CREATE INDEX "registered_client_initial_token_id_idx" ON "registered_client"("initial_token_id");

CREATE TABLE "initial_access_token" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "digest" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "policy" TEXT NOT NULL,
    "uses_left" INTEGER,
    "used_at" DATETIME,
    "created_by_kind" TEXT NOT NULL,
    "created_by_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "revoked_at" DATETIME
);
CREATE UNIQUE INDEX "initial_access_token_digest_key" ON "initial_access_token"("digest");

CREATE INDEX "token_grant_registered" ON "token_grant"("client_id") WHERE substr("client_id", 1, 4) = 'dyn_';
CREATE INDEX "consent_registered" ON "consent"("client_id") WHERE substr("client_id", 1, 4) = 'dyn_';
