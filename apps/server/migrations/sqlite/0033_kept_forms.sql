-- Forms that wait until their person has confirmed that it is them.

CREATE TABLE "kept_form" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "session_id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "kept_form_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "kept_form_session_id_idx" ON "kept_form"("session_id");
