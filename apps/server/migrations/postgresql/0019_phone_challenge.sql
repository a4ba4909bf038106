-- A code that was sent to a phone number: the last one of each person, until it is used.
CREATE TABLE "phone_challenge" (
    "user_id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "code_digest" TEXT NOT NULL,
    "browser_digest" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "message_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "phone_challenge_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "phone_challenge_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
