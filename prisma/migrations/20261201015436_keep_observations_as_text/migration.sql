-- AlterTable
ALTER TABLE "steps" ALTER COLUMN "observation" SET DATA TYPE JSON;
