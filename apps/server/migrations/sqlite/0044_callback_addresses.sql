-- The redirect URI of a connection is of its organization and its issuer (docs/decisions/0027). Until now it was of the
-- organization alone; what signs people in stays there, because that address is registered at the provider. What does not yet
-- stays there too, unless the organization has connections to different issuers.

ALTER TABLE "connection" ADD COLUMN "organization_callback" BOOLEAN NOT NULL DEFAULT false;

UPDATE "connection" SET "organization_callback" = true
WHERE "protocol" = 'oidc' AND (
    "state" IN ('active', 'failing')
    OR EXISTS (
        SELECT 1 FROM "connection" "replaced"
        WHERE "replaced"."id" = "connection"."replaces_id" AND "replaced"."issuer" = "connection"."issuer"
            AND "replaced"."state" IN ('active', 'failing')
    )
    OR NOT EXISTS (
        SELECT 1 FROM "connection" "other"
        WHERE "other"."organization_id" = "connection"."organization_id" AND "other"."protocol" = 'oidc'
            AND "other"."issuer" <> "connection"."issuer"
    )
);
