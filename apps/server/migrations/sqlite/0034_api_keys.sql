-- API keys of people and organizations, and what an organization allows.

CREATE TABLE "api_key" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT,
    "organization_id" TEXT,
    "resource" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "old_digest" TEXT,
    "old_until" DATETIME,
    "networks" TEXT NOT NULL DEFAULT '',
    "created_by" TEXT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "used_at" DATETIME,
    "revoked_at" DATETIME,
    CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "api_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "api_key_user_id_organization_id_fkey" FOREIGN KEY ("user_id", "organization_id") REFERENCES "membership" ("user_id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "api_key_user_id_organization_id_created_at_idx" ON "api_key"("user_id", "organization_id", "created_at");
CREATE INDEX "api_key_organization_id_created_at_idx" ON "api_key"("organization_id", "created_at");
CREATE INDEX "api_key_expires_at_idx" ON "api_key"("expires_at");

ALTER TABLE "organization" ADD COLUMN "key_policy" TEXT;
