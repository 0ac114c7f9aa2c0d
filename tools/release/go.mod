// The maker of archives to download, apart from the module itself so that nobody who builds that builds it.
module epaminondas/tools/release

go 1.26.0
