-- Values of declared fields that an invited person will have as a member, and as whom they were set.

ALTER TABLE "invitation" ADD COLUMN "fields" TEXT;
ALTER TABLE "invitation" ADD COLUMN "fields_by" TEXT;
