-- Operators whom another operator has given a role, and searches of the audit log.

CREATE TABLE "operator_role" (
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "granted_by" TEXT,
    "at" DATETIME NOT NULL,
    CONSTRAINT "operator_role_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "operator_role_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- Operators look for one kind of event, and for what was refused. The other filters have an index already (0003, 0004).
CREATE INDEX "audit_event_action" ON "audit_event"("action", "id");
CREATE INDEX "audit_event_refused" ON "audit_event"("id") WHERE "result" = 'refused';
