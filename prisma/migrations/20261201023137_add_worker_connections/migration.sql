-- AlterTable
ALTER TABLE "workers" ADD COLUMN     "connected_to" TEXT;
