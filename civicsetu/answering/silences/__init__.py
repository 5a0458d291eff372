"""What people ask and the law held does not settle: found by what they ask, and told in place of what lies near."""
