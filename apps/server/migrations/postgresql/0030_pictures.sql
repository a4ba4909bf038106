-- Pictures that people upload, in base64. The id is a part of the address under which one is served, and the person has it
-- too, so that what describes a person needs no other row.
CREATE TABLE "picture" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "mime" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "picture_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "picture_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "picture_user_id_key" ON "picture"("user_id");
ALTER TABLE "user_account" ADD COLUMN "picture_id" TEXT;
