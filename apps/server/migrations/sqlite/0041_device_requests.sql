-- Requests of devices that a person signs in by a code (RFC 8628), the sessions that they get, and whether an organization allows it.

CREATE TABLE "device_request" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_code_mac" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "resource" TEXT,
    "organization" TEXT,
    "demanded_acr" TEXT,
    "network" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "interval_seconds" INTEGER NOT NULL,
    "polled_at" DATETIME,
    "people" INTEGER NOT NULL DEFAULT 0,
    "user_id" TEXT,
    "entered_by_session" TEXT,
    "decided_at" DATETIME,
    "session_id" TEXT,
    "organization_id" TEXT,
    "team_id" TEXT,
    "redeemed_at" DATETIME,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL
);

CREATE UNIQUE INDEX "device_request_user_code_mac_key" ON "device_request"("user_code_mac");

CREATE INDEX "device_request_client_id_expires_at_idx" ON "device_request"("client_id", "expires_at");

ALTER TABLE "session" ADD COLUMN "device_client_id" TEXT;
CREATE INDEX "session_device" ON "session"("organization_id") WHERE "device_client_id" IS NOT NULL;

ALTER TABLE "organization" ADD COLUMN "device_codes" BOOLEAN NOT NULL DEFAULT false;
