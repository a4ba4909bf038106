-- What people are found by (docs/decisions/0021): the folded words of their names and addresses, and an index of how each
-- word begins and of its middles. A new server fills both for people who are there already.
CREATE TABLE "person_search" (
    "number" SERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "names" TEXT NOT NULL,
    "addresses" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "person_updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "person_search_pkey" PRIMARY KEY ("number")
);
CREATE UNIQUE INDEX "person_search_user_id_key" ON "person_search"("user_id");
CREATE TABLE "person_term" (
    "term" TEXT COLLATE "BINARY" NOT NULL,
    "person" INTEGER NOT NULL,
    CONSTRAINT "person_term_pkey" PRIMARY KEY ("term", "person")
);
-- Searches no longer read these. The previous version finds the same people without them.
DROP INDEX "user_account_given_name";
DROP INDEX "user_account_family_name";
DROP INDEX "user_account_full_name";
DROP INDEX "email_domain";
