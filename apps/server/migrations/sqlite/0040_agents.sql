-- Applications that members connect by an assertion of an issuer that their organization trusts. The issuer is a row of
-- "connection", so that what it made ends where that of a connection ends.

CREATE TABLE "agent_connection" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organization_id" TEXT NOT NULL,
    "issuer_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "allowed" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "used_at" DATETIME NOT NULL,
    "blocked_at" DATETIME,
    CONSTRAINT "agent_connection_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "connection" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "agent_connection_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "agent_connection_issuer_id_user_id_client_id_key" ON "agent_connection"("issuer_id", "user_id", "client_id");

CREATE INDEX "agent_connection_organization_id_id_idx" ON "agent_connection"("organization_id", "id");

CREATE INDEX "agent_connection_user_id_id_idx" ON "agent_connection"("user_id", "id");

CREATE INDEX "external_identity_issuer_subject_idx" ON "external_identity"("issuer", "subject");

ALTER TABLE "connection" ADD COLUMN "tenant" TEXT;
CREATE UNIQUE INDEX "connection_trusted_issuer" ON "connection"("organization_id", "issuer", "tenant") WHERE "tenant" IS NOT NULL;
