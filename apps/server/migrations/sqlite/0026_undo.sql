-- Who may undo a change of addresses at once: whom each link was sent to, how long what made the change had been on the
-- account, and an undoing that waits.
ALTER TABLE "session" ADD COLUMN "method_since" DATETIME;
ALTER TABLE "address_change" ADD COLUMN "address" TEXT;
ALTER TABLE "address_change" ADD COLUMN "address_since" DATETIME;
ALTER TABLE "address_change" ADD COLUMN "method_since" DATETIME;
ALTER TABLE "recovery" ADD COLUMN "change_id" TEXT;
