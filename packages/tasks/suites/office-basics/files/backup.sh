#!/bin/sh
tar -cf backup.tar Documents
