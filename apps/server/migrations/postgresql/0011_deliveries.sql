-- What became of each mail, and several webhook endpoints, each with a queue of its own (flows/delivery).

-- The last 30 days. The address is a keyed digest and a shortened form; the mail itself is not kept.
CREATE TABLE "mail_delivery" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "address_shown" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "reply_code" INTEGER,
    "reply_text" TEXT,
    "message_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "mail_delivery_outcome_id_idx" ON "mail_delivery"("outcome", "id");
CREATE INDEX "mail_delivery_kind_id_idx" ON "mail_delivery"("kind", "id");
CREATE INDEX "mail_delivery_address_key_id_idx" ON "mail_delivery"("address_key", "id");

-- Addresses that their mail server does not know.
CREATE TABLE "mail_suppression" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "address_key" TEXT NOT NULL,
    "address_shown" TEXT NOT NULL,
    "refusals" INTEGER NOT NULL,
    "reply" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX "mail_suppression_address_key_key" ON "mail_suppression"("address_key");

CREATE TABLE "webhook_endpoint" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "actions" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "secret_at" TIMESTAMPTZ(3) NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3)
);

-- An event for an endpoint: it waits for those before it that wait for the same endpoint.
CREATE TABLE "webhook_delivery" (
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "queued_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    PRIMARY KEY ("endpoint_id", "event_id")
);
CREATE INDEX "webhook_delivery_queued_at_idx" ON "webhook_delivery"("queued_at");
CREATE INDEX "webhook_delivery_waiting" ON "webhook_delivery"("endpoint_id", "event_id") WHERE "state" = 'waiting';
CREATE INDEX "webhook_delivery_failed" ON "webhook_delivery"("endpoint_id", "event_id") WHERE "state" = 'failed';

-- The last five attempts of each, with what the endpoint answered.
CREATE TABLE "webhook_attempt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "answer" TEXT NOT NULL
);
CREATE INDEX "webhook_attempt_endpoint_id_event_id_id_idx" ON "webhook_attempt"("endpoint_id", "event_id", "id");
