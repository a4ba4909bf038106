-- Why an API key has ended, and when its people were told that it will.

ALTER TABLE "api_key" ADD COLUMN "reason" TEXT;
ALTER TABLE "api_key" ADD COLUMN "warned_at" TIMESTAMPTZ(3);
