-- Passkeys and their challenges; what a person said about them; organizations that demand them.

CREATE TABLE "passkey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "device_bound" BOOLEAN NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "transports" TEXT NOT NULL,
    "aaguid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "used_at" DATETIME,
    CONSTRAINT "passkey_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE TABLE "passkey_challenge" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "purpose" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL
) WITHOUT ROWID;

CREATE INDEX "passkey_user_id_idx" ON "passkey"("user_id");

ALTER TABLE "user_account" ADD COLUMN "passkey_declined_at" DATETIME;
ALTER TABLE "interaction" ADD COLUMN "offer_passkey" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "organization" ADD COLUMN "require_passkey" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "organization" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "email_challenge" ADD COLUMN "mail_id" TEXT;
