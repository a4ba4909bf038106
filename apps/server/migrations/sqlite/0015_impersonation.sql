-- Operators who act as a person at an application: who asked, why, who allowed it, and when it ran.

CREATE TABLE "impersonation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "operator_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "organization_id" TEXT,
    "client_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "ticket" TEXT,
    "asked_at" DATETIME NOT NULL,
    "confirmed_at" DATETIME,
    "confirmed_by" TEXT,
    "allowed_at" DATETIME,
    "allowed_by" TEXT,
    "started_at" DATETIME,
    "session_id" TEXT,
    "operator_session_id" TEXT,
    "expires_at" DATETIME NOT NULL,
    "ended_at" DATETIME,
    "ended_by" TEXT,
    CONSTRAINT "impersonation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "impersonation_user_id_id_idx" ON "impersonation"("user_id", "id");
CREATE INDEX "impersonation_operator_id_id_idx" ON "impersonation"("operator_id", "id");
CREATE INDEX "impersonation_ended_at_id_idx" ON "impersonation"("ended_at", "id");
