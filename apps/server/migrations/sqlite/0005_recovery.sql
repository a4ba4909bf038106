-- Changes of addresses that can be undone, addresses that wait after their removal, and recovery without a passkey.

CREATE TABLE "address_change" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "token_digest" TEXT NOT NULL,
    "addresses" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "ended_at" DATETIME,
    CONSTRAINT "address_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE TABLE "reserved_address" (
    "address" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "reserved_address_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE TABLE "recovery" (
    "user_id" TEXT NOT NULL PRIMARY KEY,
    "token_digest" TEXT NOT NULL,
    "requested_at" DATETIME NOT NULL,
    "ready_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "recovery_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE UNIQUE INDEX "address_change_token_digest_key" ON "address_change"("token_digest");
CREATE INDEX "address_change_user_id_idx" ON "address_change"("user_id");
CREATE INDEX "reserved_address_user_id_idx" ON "reserved_address"("user_id");
CREATE UNIQUE INDEX "recovery_token_digest_key" ON "recovery"("token_digest");

ALTER TABLE "session" ADD COLUMN "passkey_id" TEXT;
ALTER TABLE "interaction" ADD COLUMN "recovery_reviewed" BOOLEAN NOT NULL DEFAULT false;
