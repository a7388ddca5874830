# Sourced by page.sh: tables of Sarukkai and Malony 1993.

sarukkai() {
    :
}
