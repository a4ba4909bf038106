-- Sign-in at an identity provider (company and social sign-in): connections of organizations with their domains and mappings,
-- who people are there, attempts, links for those who set it up, and rules of an organization about it.

CREATE TABLE "connection" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organization_id" TEXT NOT NULL,
    "protocol" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "auth_method" TEXT NOT NULL,
    "sealed_secret" TEXT,
    "settings" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "replaces_id" TEXT,
    "tested_at" DATETIME,
    "tested_by" TEXT,
    "activated_at" DATETIME,
    "disabled_at" DATETIME,
    "last_success_at" DATETIME,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" DATETIME,
    CONSTRAINT "connection_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "connection_domain" (
    "domain" TEXT NOT NULL PRIMARY KEY,
    "connection_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "enforced" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "connection_domain_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connection" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "external_identity" (
    "connection_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "email_at_link" TEXT,
    "linked_at" DATETIME NOT NULL,
    "seen_at" DATETIME NOT NULL,

    PRIMARY KEY ("connection_id", "issuer", "subject"),
    CONSTRAINT "external_identity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "federation_attempt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "reference" TEXT NOT NULL,
    "connection_id" TEXT,
    "social" TEXT,
    "purpose" TEXT NOT NULL,
    "interaction_id" TEXT,
    "browser_digest" TEXT NOT NULL,
    "user_id" TEXT,
    "setup_link_id" TEXT,
    "sealed" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "used_at" DATETIME,
    "outcome" TEXT,
    "reason" TEXT,
    "detail" TEXT,
    CONSTRAINT "federation_attempt_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connection" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "role_mapping" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "connection_id" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "role" TEXT,
    "team_id" TEXT,
    "position" INTEGER NOT NULL,
    CONSTRAINT "role_mapping_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connection" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "role_mapping_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "setup_link" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organization_id" TEXT NOT NULL,
    "token_digest" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "approved_domain" TEXT,
    "approved_issuer" TEXT,
    "browser_digest" TEXT,
    "opened_at" DATETIME,
    "used_at" DATETIME,
    "revoked_at" DATETIME,
    "connection_id" TEXT,
    CONSTRAINT "setup_link_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "sso_bypass" (
    "session_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,

    PRIMARY KEY ("session_id", "organization_id"),
    CONSTRAINT "sso_bypass_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "connection_organization_id_id_idx" ON "connection"("organization_id", "id");

CREATE INDEX "connection_domain_connection_id_idx" ON "connection_domain"("connection_id");

CREATE INDEX "connection_domain_organization_id_idx" ON "connection_domain"("organization_id");

CREATE INDEX "external_identity_user_id_idx" ON "external_identity"("user_id");

CREATE UNIQUE INDEX "federation_attempt_reference_key" ON "federation_attempt"("reference");

CREATE INDEX "federation_attempt_connection_id_created_at_idx" ON "federation_attempt"("connection_id", "created_at");

CREATE INDEX "federation_attempt_expires_at_idx" ON "federation_attempt"("expires_at");

CREATE INDEX "role_mapping_connection_id_position_idx" ON "role_mapping"("connection_id", "position");

CREATE INDEX "role_mapping_team_id_idx" ON "role_mapping"("team_id");

CREATE UNIQUE INDEX "setup_link_token_digest_key" ON "setup_link"("token_digest");

CREATE INDEX "setup_link_organization_id_created_at_idx" ON "setup_link"("organization_id", "created_at");

CREATE INDEX "sso_bypass_organization_id_idx" ON "sso_bypass"("organization_id");

CREATE INDEX "sso_bypass_expires_at_idx" ON "sso_bypass"("expires_at");

ALTER TABLE "session" ADD COLUMN "connection_id" TEXT;
ALTER TABLE "session" ADD COLUMN "social" TEXT;
ALTER TABLE "session" ADD COLUMN "upstream_sid" TEXT;
ALTER TABLE "session" ADD COLUMN "upstream_expires_at" DATETIME;
ALTER TABLE "session" ADD COLUMN "upstream_authenticated_at" DATETIME;
ALTER TABLE "token_grant" ADD COLUMN "connection_id" TEXT;
ALTER TABLE "token_grant" ADD COLUMN "upstream_sid" TEXT;
ALTER TABLE "token_grant" ADD COLUMN "upstream_authenticated_at" DATETIME;
ALTER TABLE "organization" ADD COLUMN "sso_policy" TEXT NOT NULL DEFAULT 'off';
ALTER TABLE "organization" ADD COLUMN "allowed_networks" TEXT;
ALTER TABLE "interaction" ADD COLUMN "attempt_id" TEXT;
CREATE INDEX "session_upstream" ON "session"("connection_id", "upstream_sid") WHERE "connection_id" IS NOT NULL;
CREATE INDEX "token_grant_upstream" ON "token_grant"("connection_id", "upstream_sid") WHERE "upstream_sid" IS NOT NULL;
CREATE INDEX "organization_requires_sso" ON "organization"("slug") WHERE "sso_policy" = 'required';
