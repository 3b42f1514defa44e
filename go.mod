module tagmate

go 1.26
