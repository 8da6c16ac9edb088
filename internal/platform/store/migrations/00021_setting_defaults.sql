-- +goose Up
-- Until now a saved set could only hold 0 for these two settings: nobody chose that. They take their defaults.
UPDATE setting_global SET set_values = replace(set_values, '"bottleneckBufferHours":0', '"bottleneckBufferHours":8');
UPDATE setting_global SET set_values = replace(set_values, '"reuseLastPlanResource":0', '"reuseLastPlanResource":1');
