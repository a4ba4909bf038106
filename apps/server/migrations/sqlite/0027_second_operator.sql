-- What operators do to owners of organizations and a second one has to confirm (FOUR_EYES), and everybody who gave or
-- changed the role of an operator.

CREATE TABLE "owner_act" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "organization_id" TEXT,
    "address" TEXT,
    "asked_by" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "ended_at" DATETIME,
    "ended_by" TEXT,
    CONSTRAINT "owner_act_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE INDEX "owner_act_user_id_idx" ON "owner_act"("user_id");
CREATE INDEX "owner_act_ended_at_id_idx" ON "owner_act"("ended_at", "id");

ALTER TABLE "operator_role" ADD COLUMN "givers" TEXT;
