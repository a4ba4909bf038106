-- Values of declared fields that an invited person will have as a member, and as whom they were set.

ALTER TABLE "invitation" ADD COLUMN "fields" TEXT;
ALTER TABLE "invitation" ADD COLUMN "fields_by" TEXT;

-- The directory whose group made an owner: they stay one only as long as its groups may.

ALTER TABLE "membership" ADD COLUMN "owner_by" TEXT;
ALTER TABLE "suspended_membership" ADD COLUMN "owner_by" TEXT;
