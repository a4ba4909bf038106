-- Changes of addresses that can be undone, addresses that wait after their removal, and recovery without a passkey.

CREATE TABLE "address_change" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "token_digest" TEXT NOT NULL,
    "addresses" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "address_change_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "address_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "reserved_address" (
    "address" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "reserved_address_pkey" PRIMARY KEY ("address"),
    CONSTRAINT "reserved_address_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "recovery" (
    "user_id" TEXT NOT NULL,
    "token_digest" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "ready_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "recovery_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "recovery_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "address_change_token_digest_key" ON "address_change"("token_digest");
CREATE INDEX "address_change_user_id_idx" ON "address_change"("user_id");
CREATE INDEX "reserved_address_user_id_idx" ON "reserved_address"("user_id");
CREATE UNIQUE INDEX "recovery_token_digest_key" ON "recovery"("token_digest");

ALTER TABLE "session" ADD COLUMN "passkey_id" TEXT;
ALTER TABLE "interaction" ADD COLUMN "recovery_reviewed" BOOLEAN NOT NULL DEFAULT false;
