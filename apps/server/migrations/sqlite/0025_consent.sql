-- What a person allowed a client, with the API that each scope is of, and single claims (oidc/consent.ts, as JSON). The
-- version before goes on with "scope" and "resource", and rows without it count as they are.
ALTER TABLE "consent" ADD COLUMN "allowed" TEXT;
