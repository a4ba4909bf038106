-- The list of people in the console, by name and by last sign-in, and passkeys that came with a merged account.

-- When a person signed in last. Null for accounts whose last sign-in was before this column and whose sessions are gone.
ALTER TABLE "user_account" ADD COLUMN "last_sign_in_at" DATETIME;
UPDATE "user_account" SET "last_sign_in_at" = (SELECT max(s."authenticated_at") FROM "session" s WHERE s."user_id" = "user_account"."id")
WHERE "id" IN (SELECT "user_id" FROM "session");

-- The authenticator keeps the user handle that the passkey was made with (Web Authentication Level 3, section 5.4.3). Null:
-- the one of the person who has it.
ALTER TABLE "passkey" ADD COLUMN "user_handle" TEXT;

CREATE INDEX "user_account_last_sign_in" ON "user_account"("last_sign_in_at", "id") WHERE "last_sign_in_at" IS NOT NULL;
CREATE INDEX "user_account_no_sign_in" ON "user_account"("id") WHERE "last_sign_in_at" IS NULL;
CREATE INDEX "user_account_disabled" ON "user_account"("id") WHERE "disabled_at" IS NOT NULL;
-- By family name; accounts without a name come last.
CREATE INDEX "user_account_by_name" ON "user_account"(lower(COALESCE("family_name" || ' ' || "given_name", "family_name", "given_name", '~') COLLATE "BINARY"), "id");
