-- What ends at once for a person: everything (client_id ''), or what one client was allowed.
CREATE TABLE "revocation" (
    "user_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "revoked_at" TIMESTAMPTZ(3) NOT NULL,
    "kept_session_id" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "revocation_pkey" PRIMARY KEY ("user_id","client_id"),
    CONSTRAINT "revocation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Clients that wait to be told that a session has ended. No reference to the person, who may be gone.
CREATE TABLE "session_logout" (
    "session_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_logout_pkey" PRIMARY KEY ("session_id","client_id")
);

CREATE INDEX "session_logout_created_at_idx" ON "session_logout"("created_at");
