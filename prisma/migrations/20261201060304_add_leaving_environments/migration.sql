-- AlterTable
ALTER TABLE "environments" ADD COLUMN     "leaving" BOOLEAN NOT NULL DEFAULT false;
