-- Lists of people in the order of a date, with the id where two have the same. An id tells no date: an imported account
-- keeps that of another system.
CREATE INDEX "user_account_created_at_id_idx" ON "user_account"("created_at", "id");
CREATE INDEX "membership_organization_id_created_at_user_id_idx" ON "membership"("organization_id", "created_at", "user_id");
-- The previous version finds the same people by these, and sorts them by id itself.
DROP INDEX "user_account_no_sign_in";
DROP INDEX "user_account_disabled";
CREATE INDEX "user_account_no_sign_in" ON "user_account"("created_at", "id") WHERE "last_sign_in_at" IS NULL;
CREATE INDEX "user_account_disabled" ON "user_account"("created_at", "id") WHERE "disabled_at" IS NOT NULL;
