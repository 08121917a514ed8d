-- Once, on the primary: psql -f /etc/patroni/create-shop.sql
create role shop login password '@SHOP_PASSWORD@';
create database shop owner shop;
\connect shop
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;
