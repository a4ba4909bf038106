-- The first schema. Written by scripts/diff-model.mjs; WITHOUT ROWID added by hand: a text key then needs no second index.

-- CreateTable
CREATE TABLE "user_account" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "given_name" TEXT,
    "family_name" TEXT,
    "middle_name" TEXT,
    "nickname" TEXT,
    "preferred_username" TEXT,
    "profile" TEXT,
    "picture" TEXT,
    "website" TEXT,
    "gender" TEXT,
    "birthdate" TEXT,
    "zoneinfo" TEXT,
    "locale" TEXT,
    "phone" TEXT,
    "phone_verified" BOOLEAN NOT NULL DEFAULT false,
    "address" TEXT,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    "disabled_at" DATETIME
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "email" (
    "address" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "is_primary" BOOLEAN NOT NULL,
    "verified_at" DATETIME NOT NULL,
    CONSTRAINT "email_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "secret_digest" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "authenticated_at" DATETIME NOT NULL,
    "acr" TEXT NOT NULL,
    "amr" TEXT NOT NULL,
    "organization_id" TEXT,
    "team_id" TEXT,
    "user_agent" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "seen_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "ended_at" DATETIME,
    CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "interaction" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "browser_digest" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "email" TEXT,
    "user_id" TEXT,
    "account_chosen" BOOLEAN NOT NULL DEFAULT false,
    "consented" BOOLEAN NOT NULL DEFAULT false,
    "organization_id" TEXT,
    "team_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "completed_at" DATETIME
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "email_challenge" (
    "address" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "code_digest" TEXT NOT NULL,
    "link_digest" TEXT NOT NULL,
    "browser_digest" TEXT NOT NULL,
    "interaction_id" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "link_expires_at" DATETIME NOT NULL,
    "used_at" DATETIME,

    PRIMARY KEY ("address", "purpose")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "token_grant" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "client_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "offline" BOOLEAN NOT NULL,
    "organization_id" TEXT,
    "team_id" TEXT,
    "scope" TEXT NOT NULL,
    "claims" TEXT,
    "resource" TEXT,
    "acr" TEXT NOT NULL,
    "amr" TEXT NOT NULL,
    "authenticated_at" DATETIME NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "rotated_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "revoked_at" DATETIME
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "consent" (
    "user_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "granted_at" DATETIME NOT NULL,

    PRIMARY KEY ("user_id", "client_id", "organization_id"),
    CONSTRAINT "consent_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "revoked_token" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "expires_at" DATETIME NOT NULL
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "pushed_request" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "client_id" TEXT NOT NULL,
    "params" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "used_at" DATETIME
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "used_assertion" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "expires_at" DATETIME NOT NULL
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "organization" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "disabled_at" DATETIME
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "membership" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "roles" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("user_id", "organization_id"),
    CONSTRAINT "membership_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "team" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organization_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "team_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "team_membership" (
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("user_id", "team_id"),
    CONSTRAINT "team_membership_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "team_membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "organization_id" TEXT,
    "roles" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "accepted_at" DATETIME,
    "revoked_at" DATETIME,
    CONSTRAINT "invitation_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "terms_acceptance" (
    "user_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "accepted_at" DATETIME NOT NULL,

    PRIMARY KEY ("user_id", "version"),
    CONSTRAINT "terms_acceptance_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "signing_key" (
    "alg" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "kid" TEXT NOT NULL,
    "public_jwk" TEXT NOT NULL,
    "sealed_jwk" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "activated_at" DATETIME,

    PRIMARY KEY ("alg", "sequence")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "outbox_message" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "due_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "leased_until" DATETIME
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL,
    "reset_at" DATETIME NOT NULL
) WITHOUT ROWID;

-- CreateIndex
CREATE INDEX "email_user_id_idx" ON "email"("user_id");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "email_challenge_link_digest_key" ON "email_challenge"("link_digest");

-- CreateIndex
CREATE INDEX "token_grant_user_id_idx" ON "token_grant"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "organization_slug_key" ON "organization"("slug");

-- CreateIndex
CREATE INDEX "membership_organization_id_idx" ON "membership"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "team_organization_id_slug_key" ON "team"("organization_id", "slug");

-- CreateIndex
CREATE INDEX "team_membership_team_id_idx" ON "team_membership"("team_id");

-- CreateIndex
CREATE INDEX "invitation_email_idx" ON "invitation"("email");

-- CreateIndex
CREATE INDEX "outbox_message_due_at_idx" ON "outbox_message"("due_at");
