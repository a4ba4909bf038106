-- Organizations whole: settings, invitations by mail, requests to join, domains, the audit log, answers to repeated requests.

CREATE TABLE "join_request" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "join_request_pkey" PRIMARY KEY ("organization_id", "user_id"),
    CONSTRAINT "join_request_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "join_request_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "domain" (
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "method" TEXT,
    "claimed" TEXT,
    "joining" TEXT NOT NULL DEFAULT 'off',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "domain_pkey" PRIMARY KEY ("organization_id", "name"),
    CONSTRAINT "domain_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "audit_event" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "organization_id" TEXT,
    "target_kind" TEXT,
    "target_id" TEXT,
    "network" TEXT,
    "result" TEXT NOT NULL,
    "detail" TEXT,
    "pending" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idempotent_answer" (
    "id" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "terms_version" (
    "version" TEXT NOT NULL,
    "text_digest" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "terms_version_pkey" PRIMARY KEY ("version")
);

ALTER TABLE "organization" ADD COLUMN "logo_url" TEXT;
ALTER TABLE "organization" ADD COLUMN "session_max" INTEGER;
ALTER TABLE "organization" ADD COLUMN "members_make_teams" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "organization" ADD COLUMN "delete_after" TIMESTAMPTZ(3);
ALTER TABLE "invitation" ADD COLUMN "token_digest" TEXT;
ALTER TABLE "invitation" ADD COLUMN "inviter_id" TEXT;
ALTER TABLE "invitation" ADD COLUMN "team_ids" TEXT NOT NULL DEFAULT '';
ALTER TABLE "invitation" ADD COLUMN "client_id" TEXT;
ALTER TABLE "invitation" ADD COLUMN "sent_at" TIMESTAMPTZ(3);

CREATE INDEX "join_request_user_id_idx" ON "join_request"("user_id");
CREATE UNIQUE INDEX "domain_claimed_key" ON "domain"("claimed");
CREATE INDEX "audit_event_organization_id_id_idx" ON "audit_event"("organization_id", "id");
CREATE INDEX "audit_event_pending_id_idx" ON "audit_event"("pending", "id");
CREATE UNIQUE INDEX "invitation_token_digest_key" ON "invitation"("token_digest");
CREATE INDEX "invitation_organization_id_idx" ON "invitation"("organization_id");
