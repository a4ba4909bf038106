-- Forms that wait until their person has confirmed that it is them.

CREATE TABLE "kept_form" (
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "kept_form_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "kept_form_session_id_idx" ON "kept_form"("session_id");

ALTER TABLE "kept_form" ADD CONSTRAINT "kept_form_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
