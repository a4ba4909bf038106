-- Which organizations operators vouch for, proofs of domains that are looked at again, and searches by full name and by domain.

-- Made or approved by those who run the server: its invitations open sign-up where SIGN_UP is not open.
ALTER TABLE "organization" ADD COLUMN "approved_at" TIMESTAMPTZ(3);

-- Made by a client that acts for one organization only. Otherwise an invitation without an inviter is the operators'.
ALTER TABLE "invitation" ADD COLUMN "by_organization" BOOLEAN NOT NULL DEFAULT false;

-- The TXT record of a proven domain is looked at again each day.
ALTER TABLE "domain" ADD COLUMN "seen_at" TIMESTAMPTZ(3);
ALTER TABLE "domain" ADD COLUMN "missing_since" TIMESTAMPTZ(3);
ALTER TABLE "domain" ADD COLUMN "lost_at" TIMESTAMPTZ(3);
ALTER TABLE "domain" ADD COLUMN "next_check_at" TIMESTAMPTZ(3);
CREATE INDEX "domain_next_check" ON "domain"("next_check_at") WHERE "method" = 'dns';

-- Operators look people up by their whole name, and by the domain of an address (store/directory.ts).
CREATE INDEX "user_account_full_name" ON "user_account"((lower(("given_name" || ' ' || "family_name") COLLATE "BINARY"))) WHERE "given_name" IS NOT NULL AND "family_name" IS NOT NULL;
ALTER TABLE "email" ADD COLUMN "domain" TEXT GENERATED ALWAYS AS (split_part("address", '@', 2)) STORED;
CREATE INDEX "email_domain" ON "email"("domain" COLLATE "BINARY");
