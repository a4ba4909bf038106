-- Sessions that are bound to the device of their browser: the public key that it holds.

ALTER TABLE "session" ADD COLUMN "bound_key" TEXT;
ALTER TABLE "session" ADD COLUMN "bound_at" DATETIME;
ALTER TABLE "session" ADD COLUMN "previous_secret_digest" TEXT;
ALTER TABLE "session" ADD COLUMN "binding_offered_at" DATETIME;

ALTER TABLE "user_account" ADD COLUMN "session_bound_at" DATETIME;
