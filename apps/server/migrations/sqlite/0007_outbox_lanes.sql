-- Mails with codes, other mails and logout tokens leave from lanes of their own, by destination (flows/delivery.ts).
-- A version that does not know lanes inserts into the one of mails; `kind` says what it is.
ALTER TABLE "outbox_message" ADD COLUMN "lane" TEXT NOT NULL DEFAULT 'mail';
ALTER TABLE "outbox_message" ADD COLUMN "destination" TEXT NOT NULL DEFAULT '';
-- Why a mail server refused it for good: its reply code and enhanced status.
ALTER TABLE "outbox_message" ADD COLUMN "refusal" TEXT;
UPDATE "outbox_message" SET "lane" = 'logout' WHERE "kind" = 'logout';

DROP INDEX "outbox_message_due_at_idx";
CREATE INDEX "outbox_message_lane_destination_due_at_idx" ON "outbox_message"("lane", "destination", "due_at");
