-- Clients that bring their metadata by URL: copies of their documents, what operators decided about them, and how the
-- client of a grant authenticated.
ALTER TABLE "token_grant" ADD COLUMN "auth_method" TEXT;
CREATE TABLE "client_document" (
    "url" TEXT NOT NULL PRIMARY KEY,
    "body" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "fetched_at" DATETIME NOT NULL,
    "fresh_until" DATETIME NOT NULL,
    "stale_until" DATETIME NOT NULL,
    "first_seen_at" DATETIME NOT NULL,
    "approvals" INTEGER NOT NULL DEFAULT 0,
    "expires_at" DATETIME NOT NULL
);
CREATE TABLE "client_rule" (
    "pattern" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "verdict" TEXT,
    "note" TEXT NOT NULL,
    "created_by_kind" TEXT NOT NULL,
    "created_by_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "change_number" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "client_rule_change_number_key" ON "client_rule"("change_number");
